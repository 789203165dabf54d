/** An area of a page in points, from the top left corner of the page as it is shown. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
