// Memory in pages from the system if available: zeroed, used only when written to, and returned at once. Otherwise from
// the heap.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

#if __has_include(<sys/mman.h>) && !defined(__wasm__)
#define KIEBITZ_PAGES 1
#include <sys/mman.h>
#else
#define KIEBITZ_PAGES 0
#endif

namespace kiebitz {

inline void* take_pages(std::size_t bytes) {
#if KIEBITZ_PAGES
    void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
#else
    void* memory = std::calloc(bytes, 1);
    if (!memory) throw std::bad_alloc();
#endif
    return memory;
}
// Return memory from `take_pages` of the same size.
inline void give_pages(void* memory, std::size_t bytes) {
#if KIEBITZ_PAGES
    ::munmap(memory, bytes);
#else
    static_cast<void>(bytes);
    std::free(memory);
#endif
}

}  // namespace kiebitz
