// SPDX-License-Identifier: Apache-2.0
// librdkafka makes its threads and locks by C11, which GCC's ThreadSanitizer does not know: it ends the
// program at the first such thread. In such builds alone they are those of POSIX, which it knows; glibc's
// types are the same for both.
#ifdef __SANITIZE_THREAD__
#include <pthread.h>
#include <threads.h>

#include <cerrno>
#include <cstdint>
#include <new>

namespace {

struct Start {
  thrd_start_t run;
  void* with;
};

void* started(void* given) {
  const Start start = *static_cast<Start*>(given);
  delete static_cast<Start*>(given);
  return reinterpret_cast<void*>(static_cast<std::intptr_t>(start.run(start.with)));
}

int thread_result(int error) {
  return error == 0           ? thrd_success
         : error == ETIMEDOUT ? thrd_timedout
         : error == EBUSY     ? thrd_busy
                              : thrd_error;
}
pthread_mutex_t* posix(mtx_t* lock) { return reinterpret_cast<pthread_mutex_t*>(lock); }
pthread_cond_t* posix(cnd_t* condition) { return reinterpret_cast<pthread_cond_t*>(condition); }

}  // namespace

extern "C" {
int thrd_create(thrd_t* thread, thrd_start_t run, void* with) {
  auto* start = new (std::nothrow) Start{run, with};
  if (start == nullptr) return thrd_nomem;
  const int error = pthread_create(thread, nullptr, &started, start);
  if (error != 0) delete start;
  return thread_result(error);
}
int thrd_join(thrd_t thread, int* result) {
  void* returned = nullptr;
  const int error = pthread_join(thread, &returned);
  if (result != nullptr) *result = static_cast<int>(reinterpret_cast<std::intptr_t>(returned));
  return thread_result(error);
}
int mtx_init(mtx_t* lock, int type) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes,
                            (type & mtx_recursive) != 0 ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_DEFAULT);
  return thread_result(pthread_mutex_init(posix(lock), &attributes));
}
int mtx_lock(mtx_t* lock) { return thread_result(pthread_mutex_lock(posix(lock))); }
int mtx_unlock(mtx_t* lock) { return thread_result(pthread_mutex_unlock(posix(lock))); }
void mtx_destroy(mtx_t* lock) { pthread_mutex_destroy(posix(lock)); }
int cnd_init(cnd_t* condition) { return thread_result(pthread_cond_init(posix(condition), nullptr)); }
int cnd_signal(cnd_t* condition) { return thread_result(pthread_cond_signal(posix(condition))); }
int cnd_broadcast(cnd_t* condition) { return thread_result(pthread_cond_broadcast(posix(condition))); }
int cnd_wait(cnd_t* condition, mtx_t* lock) {
  return thread_result(pthread_cond_wait(posix(condition), posix(lock)));
}
int cnd_timedwait(cnd_t* condition, mtx_t* lock, const timespec* until) {
  return thread_result(pthread_cond_timedwait(posix(condition), posix(lock), until));
}
void cnd_destroy(cnd_t* condition) { pthread_cond_destroy(posix(condition)); }
}
#endif
