// Drawings.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Create an element of SVG.
 * @param {string} tag @param {Record<string, string | number>} [attributes] @param {Node[]} children
 */
export function shape(tag, attributes = {}, ...children) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}
