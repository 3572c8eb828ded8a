/** The part of opentype.js that we use; the library comes without types. */
declare module 'opentype.js' {
  interface TextOptions {
    kerning: boolean
    /** In em. */
    letterSpacing: number
  }
  /** As in an SVG path; Q has one control point, C two. */
  interface Command {
    type: 'M' | 'L' | 'Q' | 'C' | 'Z'
    x?: number
    y?: number
    x1?: number
    y1?: number
    x2?: number
    y2?: number
  }
  export interface Font {
    charToGlyphIndex(character: string): number
    getAdvanceWidth(text: string, size: number, options: TextOptions): number
    getPath(
      text: string,
      x: number,
      baseline: number,
      size: number,
      options: TextOptions,
    ): { commands: Command[] }
  }
  const opentype: { parse(bytes: ArrayBuffer): Font }
  export default opentype
}
