/*
 * The one function of GCC's libatomic that the packages' Node asks for, where a minimal Debian lacks that library. Node
 * calls it for 8 bytes only; another size ends the process at once instead of computing something wrong.
 * Whatever order is asked for, the strictest one holds. Source: https://gcc.gnu.org/wiki/Atomic/GCCMM/LIbrary.
 *
 *   gcc -O2 -fPIC -shared -nostdlib -Wl,-soname,libatomic.so.1 -Wl,--version-script,exports -Wl,--build-id=none \
 *     -Wl,-z,max-page-size=4096 -Wl,-z,noseparate-code -s -o x86_64/libatomic.so.1 libatomic.c
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool compare_exchange(size_t size, void *at, void *expected, void *desired, int success, int failure)
    __asm__("__atomic_compare_exchange");

bool compare_exchange(size_t size, void *at, void *expected, void *desired, int success, int failure) {
  (void)success;
  (void)failure;
  if (size != 8) __builtin_trap();
  return __atomic_compare_exchange_n((uint64_t *)at, (uint64_t *)expected, *(uint64_t *)desired, false,
                                     __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
