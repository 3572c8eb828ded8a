/** The portal shows every toast for four seconds. */
export const TOAST = { duration: 4000 }
