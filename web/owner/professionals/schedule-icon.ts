/** A calendar with a clock, like the icons of web/ui/icons.ts. */
export const calendarClock =
  'M16 14v2.2l1.6 1M16 2v4M21 7.5V6a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h3.5M3 10h5M8 2v4M10 16a6 6 0 1 0 12 0 6 6 0 1 0-12 0'
