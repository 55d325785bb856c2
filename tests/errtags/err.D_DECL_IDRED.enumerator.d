enum { A };
enum { A };
