/** The files of the page that comes without the router, from scripts/alone.ts. */
declare module 'virtual:alone' {
  /** Its own one first. */
  export const scripts: string[]
  export const styles: string[]
}
