/* For types.sh: classes of C++. */
#include <string>

#define CALLED __attribute__((noipa))

namespace shapes
{
enum class Shade : unsigned char { Dark = 1, Light = 200 };

class Base {
public:
	virtual ~Base() {}
	virtual int area() { return id; }
	int id = 7;
};

class Point {
public:
	static int count;
	int x, y;
	CALLED int sum() const;

private:
	double w = 0.5;
};

class Box : public Base {
public:
	Box(int &r) : ref(r) {}
	int area() override;
	Point lo{}, hi{};
	Shade shade = Shade::Light;
	bool open = true;
	Box *next = nullptr;
	int &ref;
};

int Point::count = 3;

int Point::sum() const
{
	return x + y + count;
}

int Box::area()
{
	return (hi.x - lo.x) * (hi.y - lo.y);
}
}

struct Small {
	int a, b;
};

CALLED int passed(Small s, int k, std::string text, bool flag, shapes::Point p, int last)
{
	return s.a + k + (int)text.size() + flag + p.x + last;
}

CALLED std::string returned(int n)
{
	return std::string((size_t)n, 'x');
}

int main()
{
	int r = 5;
	shapes::Box b(r);
	shapes::Base *base = &b;

	b.lo.x = 1;
	b.lo.y = 2;
	b.hi.x = 5;
	b.hi.y = 9;
	asm volatile("" : "+r"(base) : : "memory");
	return base->area() + b.lo.sum() + passed({ 1, 2 }, 77, "abc", true, b.hi, 99) +
			(int)returned(31).size() ==
		0;
}
