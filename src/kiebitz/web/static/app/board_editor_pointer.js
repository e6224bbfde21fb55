// Dragging in the editor of boards: from the tray or a place to a place, or off the board.

import { faceOf } from "./card_faces.js";
import { around, element } from "./dialogs.js";

const DRAGGED = 6; // pixels from which a press is a drag

/**
 * Report the cards dragged in an area: `dropped(card, from, to)`, the places null for the tray and beside the board.
 * @param {HTMLElement} area @param {HTMLElement} layer the element around all areas, to which the dragged card is added
 * @param {{cardAt: (button: HTMLElement) => Card | undefined, placeAt: (x: number, y: number) => Place | null,
 *   dropped: (card: Card, from: Place | null, to: Place | null) => void}} handlers
 */
export function dragCards(area, layer, { cardAt, placeAt, dropped }) {
  /** @type {{card: Card, from: Place | null, id: number, x: number, y: number, ghost?: HTMLElement} | null} */
  let drag = null;
  let wasDragged = false;

  const end = () => {
    drag?.ghost?.remove();
    drag = null;
  };
  area.addEventListener("pointerdown", (event) => {
    wasDragged = false;
    const button = around(event, "button");
    const card = button && cardAt(button);
    if (!button || !card || event.button !== 0 || !event.isPrimary) return;
    const { pile, index } = button.dataset;
    const from = pile === undefined ? null : { pile: Number(pile), index: Number(index) };
    drag = { card, from, id: event.pointerId, x: event.clientX, y: event.clientY };
  });
  layer.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { clientX: x, clientY: y } = event;
    if (!drag.ghost) {
      if (Math.hypot(x - drag.x, y - drag.y) < DRAGGED) return;
      wasDragged = true;
      drag.ghost = element("div", { class: "editor-held", "aria-hidden": "true" });
      drag.ghost.append(faceOf(drag.card, "large"));
      layer.append(drag.ghost);
      area.setPointerCapture(drag.id);
    }
    drag.ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  });
  layer.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { card, from, ghost } = drag;
    end();
    if (ghost) dropped(card, from, placeAt(event.clientX, event.clientY));
  });
  layer.addEventListener("pointercancel", end);
  // The click that ends a drag is none.
  area.addEventListener("click", (event) => wasDragged && event.detail > 0 && event.stopImmediatePropagation(), { capture: true });
}
