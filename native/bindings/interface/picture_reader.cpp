// The reader of pictures alone. A page downloads this module when it is given a picture.
#include "interface/interface.hpp"

namespace kiebitz::interface {

std::span<const Family* const> families() {
    static constexpr const Family* of_pictures[] = {&picture_functions};
    return of_pictures;
}

}  // namespace kiebitz::interface
