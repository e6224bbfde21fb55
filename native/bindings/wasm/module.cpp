// The kernel as a module of WebAssembly: bytes in, bytes out, as native/bindings/interface has them. Nothing else may
// live here.
//
// A host writes its request into the room that `room` gives, calls `call`, and reads the answer at `answer`. An
// exception cannot be caught here, as the module is built without unwinding: it is noted, and ends the call as an error
// of the machine (a trap). `refusal` then says which it was, and `answer` its words. The host throws the instance away
// and begins with a new one, so that nothing of the broken call is left.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <typeinfo>
#include <vector>

#include <__verbose_abort>

#include "interface/interface.hpp"

#define EXPORT(name) __attribute__((export_name(#name)))
#define IMPORT(name) __attribute__((import_module("host"), import_name(#name)))

extern "C" {
IMPORT(ended) bool host_ended();
IMPORT(progress) void host_progress(int bound, int length);
}

namespace {

enum class Refusal : int { none, malformed, out_of_memory, interrupted, broken };

constexpr std::size_t most_words = 1024;

std::vector<std::uint8_t> request, answered;
Refusal refused = Refusal::none;
char words[most_words];  // static, because there may be no memory left
std::size_t words_size = 0;

[[noreturn]] void refuse(Refusal why, const char* what) {
    refused = why;
    words_size = std::min(std::strlen(what), most_words);
    std::memcpy(words, what, words_size);
    __builtin_trap();
}

}  // namespace

// Replacements for `throw` and for parts of the C++ runtime library.
extern "C" {

void* __cxa_allocate_exception(std::size_t size) noexcept { return std::malloc(size); }

[[noreturn]] void __cxa_throw(void* thrown, std::type_info* type, void*) {
    if (*type == typeid(kiebitz::Interrupted)) refuse(Refusal::interrupted, "");
    if (*type == typeid(std::bad_alloc)) refuse(Refusal::out_of_memory, "");
    if (*type == typeid(std::invalid_argument))
        refuse(Refusal::malformed, static_cast<std::invalid_argument*>(thrown)->what());
    if (*type == typeid(std::logic_error)) refuse(Refusal::broken, static_cast<std::logic_error*>(thrown)->what());
    refuse(Refusal::broken, type->name());
}

// The default would include printf.
[[noreturn]] void abort_message(const char* reason, ...) { refuse(Refusal::broken, reason); }

// The functions of each kind of std::type_info: they look for handlers of exceptions, which there are none of.
extern const void* const plain_type_functions[3] asm("_ZTVN10__cxxabiv117__class_type_infoE") = {};
extern const void* const derived_type_functions[3] asm("_ZTVN10__cxxabiv120__si_class_type_infoE") = {};
extern const void* const other_type_functions[3] asm("_ZTVN10__cxxabiv121__vmi_class_type_infoE") = {};

}  // extern "C"

[[noreturn]] void std::__libcpp_verbose_abort(const char* reason, ...) { refuse(Refusal::broken, reason); }

void* operator new(std::size_t size) {
    if (void* const memory = std::malloc(size ? size : 1)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

extern "C" {

EXPORT(room) std::uint8_t* room(std::size_t size) {
    request.resize(size);
    return request.data();
}

EXPORT(call) void call() {
    const kiebitz::Poll ended = [] { return host_ended(); };
    const kiebitz::Progress progress = [](int bound, int length) { host_progress(bound, length); };
    answered = kiebitz::interface::call(request, {ended, progress});
}

EXPORT(answer) const void* answer() {
    return refused == Refusal::none ? static_cast<const void*>(answered.data()) : words;
}
EXPORT(answer_size) std::size_t answer_size() { return refused == Refusal::none ? answered.size() : words_size; }
EXPORT(refusal) int refusal() { return int(refused); }

}  // extern "C"
