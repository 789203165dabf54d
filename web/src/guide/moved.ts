/** Sections that became guides of their own. A server never sees the part of an address after `#`. */
const MOVED: Record<string, string> = {
  "/docs/errors#requests": "/docs/mistakes#requests",
  "/docs/errors#crop-and-split": "/docs/mistakes#crop-and-split",
  "/docs/errors#conversions": "/docs/mistakes#conversions",
  "/docs/start#uploading": "/docs/uploading",
  "/docs/start#links-and-files": "/docs/links",
  "/docs/start#errors": "/docs/errors",
  "/docs/start#repeating-a-request": "/docs/idempotency",
  "/docs/start#limits": "/docs/limits",
};

export function followMoved(): void {
  const target = MOVED[location.pathname + location.hash];
  if (target !== undefined && !document.getElementById(location.hash.slice(1))) location.replace(target);
}
