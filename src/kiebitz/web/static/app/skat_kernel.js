// The kernel on the page's own thread, for what is answered at once: the rules of Skat, and what a hand is worth.

import { Kernel, loadModule } from "./kernel.js";
import { shareModule } from "./thinking.js";

/** The kernel, ready to be asked; null where the browser cannot fetch or run it. */
export async function openKernel() {
  const module = await loadModule().catch(() => null);
  if (!module) return null;
  shareModule(module);
  const kernel = new Kernel(module);
  await kernel.begin();
  return kernel;
}
