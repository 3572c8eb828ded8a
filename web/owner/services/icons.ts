/** Line icons that only this screen uses, like those of web/ui/icons.ts. */
export const sort = 'm3 16 4 4 4-4M7 20V4M21 8l-4-4-4 4M17 4v16'
export const grip =
  'M8 5a1 1 0 1 0 2 0 1 1 0 1 0-2 0M8 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M8 19a1 1 0 1 0 2 0 1 1 0 1 0-2 0M14 5a1 1 0 1 0 2 0 1 1 0 1 0-2 0M14 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M14 19a1 1 0 1 0 2 0 1 1 0 1 0-2 0'
export const up = 'm18 15-6-6-6 6'
