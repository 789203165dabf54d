import type { Page } from "playwright-core";
import { expect } from "vitest";

/** What a person presses. */
interface Control {
  name: string;
  width: number;
  height: number;
  /** What lies over its middle, though it was scrolled into view. */
  under: string | undefined;
}

/** Everything in view that can be pressed, or in the dialog that is open; but for links in running text. */
function controlsOf(page: Page): Promise<Control[]> {
  return page.evaluate(() => {
    const SELECTOR = "a[href], button, input, select, textarea, summary, .handle";
    /** They lie over the page until they are answered, or something else is pressed. */
    const POPUP = ".key-panel, .search-results, .opening-over";
    const within = document.querySelector("dialog:modal") ?? document.body;
    const isHidden = (element: Element) =>
      !element.checkVisibility({ visibilityProperty: true }) || getComputedStyle(element).clipPath !== "none";
    const all = [...within.querySelectorAll<HTMLInputElement>(SELECTOR)].filter(
      (one) => !one.disabled && !isHidden(one) && !one.matches(".skip:not(:focus)") && !isInText(one),
    );
    const scrolled = [...document.querySelectorAll("*")].map((one) => [one, one.scrollLeft, one.scrollTop] as const);
    const found = all.map((one) => {
      // A box is ticked by its label.
      const target = one.matches("[type=checkbox], [type=radio]") ? (one.closest("label") ?? one) : one;
      target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const { left, top, width, height } = target.getBoundingClientRect();
      const over = document.elementFromPoint(left + width / 2, top + height / 2);
      const isFree = target.contains(over) || over?.closest(POPUP) || one.matches(".handle");
      // What is larger than it looks, for a finger.
      const wider = getComputedStyle(target, "::after");
      const grown = (size: string) => (wider.position === "absolute" ? Number.parseFloat(size) || 0 : 0);
      return {
        name: `${one.localName} ${one.getAttribute("aria-label") ?? (one.innerText || one.className)}`.slice(0, 60),
        width: Math.max(width, grown(wider.width)),
        height: Math.max(height, grown(wider.height)),
        under: isFree ? undefined : (over?.outerHTML.slice(0, 80) ?? "nothing"),
      };
    });
    for (const [one, left, top] of scrolled) one.scrollTo({ left, top, behavior: "instant" });
    return found;

    function isInText(one: HTMLElement): boolean {
      if (getComputedStyle(one).display !== "inline") return false;
      return one.closest("p, li, td, th, dd, h1, h2, h3")?.textContent?.trim() !== one.textContent?.trim();
    }
  });
}

/** Every control can be scrolled into view, and nothing lies over it. */
export async function expectReachable(page: Page): Promise<void> {
  const covered = (await controlsOf(page)).filter(({ under }) => under !== undefined);
  expect(covered.map(({ name, under }) => `${name}: ${under}`)).toEqual([]);
}

/** What a finger is meant for is as large as one. */
const FINGER = 44;

export async function expectTouchable(page: Page): Promise<void> {
  const small = (await controlsOf(page)).filter(({ width, height }) => Math.min(width, height) < FINGER);
  expect(small.map(({ name, width, height }) => `${name}: ${width} × ${height}`)).toEqual([]);
}

/** The button that does what the tool is for is never scrolled out of a phone's window. */
export async function expectInReach(page: Page): Promise<void> {
  const beyond = await page.evaluate(() =>
    [...document.querySelectorAll(".action-bar .action")]
      .map((one) => one.getBoundingClientRect())
      .filter(({ top, bottom }) => top < 0 || bottom > innerHeight)
      .map(({ top, bottom }) => `from ${top} to ${bottom} of ${innerHeight}`),
  );
  expect(beyond).toEqual([]);
}

/** Without colours and shadows of the page, the edge of each drawn page is still seen. */
export async function expectPagesEdged(page: Page): Promise<void> {
  const edgeless = await page.evaluate(() =>
    [...document.querySelectorAll(".sheet, .thumb-page, .picture-page")]
      .filter((one) => one.checkVisibility())
      .filter((one) => getComputedStyle(one).outlineStyle === "none" && getComputedStyle(one).borderStyle === "none")
      .map((one) => one.outerHTML.slice(0, 80)),
  );
  expect(edgeless).toEqual([]);
}

/** Without colours of the page, what is pressed, chosen or current still looks another way than what is not. */
export async function expectPressedSeen(page: Page): Promise<void> {
  const alike = await page.evaluate(() => {
    const look = (one: Element) => {
      const { outlineStyle, borderColor, borderWidth, backgroundColor, color, fontWeight, boxShadow } =
        getComputedStyle(one);
      return [outlineStyle, borderColor, borderWidth, backgroundColor, color, fontWeight, boxShadow].join();
    };
    return ["aria-pressed", "aria-selected", "aria-current"].flatMap((state) =>
      [...document.querySelectorAll(`[${state}]:not([${state}="false"])`)]
        .filter((one) => one.checkVisibility() && one !== document.activeElement)
        .filter((one) => {
          const { className, localName } = one;
          return [...document.querySelectorAll(localName)].some((other) => {
            const isOff = !other.hasAttribute(state) || other.getAttribute(state) === "false";
            const isLike =
              other.className === className && other.parentElement?.className === one.parentElement?.className;
            return isOff && isLike && other !== document.activeElement && look(other) === look(one);
          });
        })
        .map((one) => `${state}: ${one.outerHTML.slice(0, 100)}`),
    );
  });
  expect(alike).toEqual([]);
}
