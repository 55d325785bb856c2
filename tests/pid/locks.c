/* Locks that are taken a known number of times. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, held = PTHREAD_MUTEX_INITIALIZER,
		       waited = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
		       adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int go;

static void *other(void *arg)
{
	pthread_mutex_lock(arg);
	pthread_mutex_unlock(arg);
	return NULL;
}

static void *writer(void *arg)
{
	pthread_rwlock_wrlock(arg);
	pthread_rwlock_unlock(arg);
	return NULL;
}

static void *signaller(void *arg)
{
	(void)arg;
	usleep(50000);
	pthread_mutex_lock(&waited);
	go = 1;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&waited);
	return NULL;
}

int main(void)
{
	pthread_t th;

	for (int i = 0; i < 10; i++) {
		pthread_mutex_lock(&plain);
		pthread_mutex_unlock(&plain);
	}
	for (int i = 0; i < 3; i++)
		pthread_mutex_lock(&again);
	for (int i = 0; i < 3; i++)
		pthread_mutex_unlock(&again);
	pthread_mutex_lock(&held);
	pthread_mutex_trylock(&held);
	pthread_create(&th, NULL, other, &held);
	usleep(50000);
	pthread_mutex_unlock(&held);
	pthread_join(th, NULL);
	pthread_mutex_lock(&adaptive);
	pthread_create(&th, NULL, other, &adaptive);
	usleep(50000);
	pthread_mutex_unlock(&adaptive);
	pthread_join(th, NULL);
	pthread_mutex_lock(&checked);
	pthread_mutex_lock(&checked); /* EDEADLK */
	pthread_mutex_unlock(&checked);
	pthread_mutex_lock(&waited);
	pthread_create(&th, NULL, signaller, NULL);
	while (!go)
		pthread_cond_wait(&cond, &waited);
	pthread_mutex_unlock(&waited);
	pthread_join(th, NULL);
	for (int i = 0; i < 4; i++)
		pthread_rwlock_rdlock(&rw);
	pthread_create(&th, NULL, writer, &rw);
	usleep(50000);
	for (int i = 0; i < 4; i++)
		pthread_rwlock_unlock(&rw);
	pthread_join(th, NULL);
	printf("plain %p again %p held %p adaptive %p checked %p waited %p rw %p\n", (void *)&plain,
		(void *)&again, (void *)&held, (void *)&adaptive, (void *)&checked, (void *)&waited,
		(void *)&rw);
	return 0;
}
