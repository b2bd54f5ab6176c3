// Just enough of the standard library for the stages of pipelines.
#ifndef PIPELINE_H
#define PIPELINE_H
typedef struct MockCommunicator *MPI_Comm;
extern MPI_Comm MPI_COMM_WORLD;
namespace std {
template <typename T> struct remove_reference {
  using type = T;
};
template <typename T> struct remove_reference<T &> {
  using type = T;
};
template <typename T>
typename remove_reference<T>::type &&move(T &&value) noexcept;
template <typename T> struct vector {
  vector();
  explicit vector(unsigned long);
  vector(const vector &);
  vector(vector &&);
  ~vector();
  vector &operator=(const vector &);
  vector &operator=(vector &&);
  T *begin();
  T *end();
  const T *begin() const;
  const T *end() const;
  T &operator[](unsigned long);
  const T &operator[](unsigned long) const;
  T &front();
  T *data();
  const T *data() const;
  unsigned long size() const;
  void push_back(const T &);
  void clear();
};
template <typename C> struct basic_string : vector<C> {
  basic_string();
  basic_string(const C *);
};
using string = basic_string<char>;
template <typename C> struct basic_string_view {
  basic_string_view(const basic_string<C> &);
  unsigned long size() const;
};
using string_view = basic_string_view<char>;
template <typename K, typename V> struct map {
  map();
  map(const map &);
  ~map();
  V &operator[](const K &);
  const V &at(const K &) const;
};
template <typename A, typename B> struct pair {
  A first;
  B second;
};
struct ostream {
  ostream(const ostream &) = delete;
  ostream &operator<<(long);
};
struct istream {
  istream(const istream &) = delete;
  istream &operator>>(int &);
  explicit operator bool() const;
};
extern ostream cout, cerr;
extern istream cin;
istream &getline(istream &, string &);
template <typename I, typename F> F for_each(I, I, F);
template <typename I, typename T> T accumulate(I, I, T);
template <typename F> struct function;
template <typename R, typename... A> struct function<R(A...)> {
  function();
  function(const function &);
  function(function &&);
  ~function();
  template <typename F>
  function(F f)
      : held(new F(f)), call([](void *callable, A... given) -> R {
          return (*static_cast<F *>(callable))(given...);
        }) {}
  function &operator=(const function &);
  function &operator=(function &&);
  R operator()(A... given) const { return call(held, given...); }

private:
  void *held;
  R (*call)(void *, A...);
};
} // namespace std
extern "C" int printf(const char *, ...);
extern "C" int rand();
#endif
