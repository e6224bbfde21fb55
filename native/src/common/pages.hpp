// Memory straight from the system, where there are pages to be had: zeroed, of which only pages that are written to are
// really used, and which goes back at once. Elsewhere it comes from the heap.
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
// What `take_pages` gave for as many bytes.
inline void give_pages(void* memory, std::size_t bytes) {
#if KIEBITZ_PAGES
    ::munmap(memory, bytes);
#else
    static_cast<void>(bytes);
    std::free(memory);
#endif
}

}  // namespace kiebitz
