// A lock for data shared by threads. The WebAssembly module has one thread and a library without locks.
#pragma once

#ifdef __wasm__
namespace kiebitz {

struct Lock {};
struct Locked {
    explicit Locked(Lock&) {}
    ~Locked() {}
};

}  // namespace kiebitz
#else
#include <mutex>

namespace kiebitz {

using Lock = std::mutex;
using Locked = std::lock_guard<std::mutex>;

}  // namespace kiebitz
#endif
