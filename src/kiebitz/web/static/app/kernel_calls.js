// The kernel that the modules of a page or a worker call.

/** @type {Kernel} */
let kernel;

/**
 * Set the kernel; calls need one.
 * @param {Kernel} one
 */
export function playBy(one) {
  kernel = one;
}

/**
 * Call the kernel.
 * @param {string} name @param {any[]} values @returns {any[]}
 */
export const ask = (name, ...values) => kernel.call(name, ...values);
