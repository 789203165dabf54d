/**
 * The values of a directory's tags in TIFF and EXIF, by their type (TIFF 6.0 §2; 16 to 18 are BigTIFF's). Types that
 * neither knows have no bytes.
 */
export const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];

/** A value as a number: a rational as its quotient, and of text the character's code. */
export function typedValue(view: DataView, at: number, type: number, littleEndian: boolean): number {
  switch (type) {
    case 1:
    case 2:
    case 7:
      return view.getUint8(at);
    case 3:
      return view.getUint16(at, littleEndian);
    case 4:
    case 13:
      return view.getUint32(at, littleEndian);
    case 5:
      return view.getUint32(at, littleEndian) / view.getUint32(at + 4, littleEndian);
    case 6:
      return view.getInt8(at);
    case 8:
      return view.getInt16(at, littleEndian);
    case 9:
      return view.getInt32(at, littleEndian);
    case 10:
      return view.getInt32(at, littleEndian) / view.getInt32(at + 4, littleEndian);
    case 11:
      return view.getFloat32(at, littleEndian);
    case 12:
      return view.getFloat64(at, littleEndian);
    case 17:
      return Number(view.getBigInt64(at, littleEndian));
    default:
      return Number(view.getBigUint64(at, littleEndian));
  }
}
