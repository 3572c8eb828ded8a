/** The administrator's screens show every toast for four seconds. */
export const TOAST = { duration: 4000 }
