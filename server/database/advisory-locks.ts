/**
 * The numbers of the locks that one process of the installation has at a time. All of them are here, so that no two jobs share
 * one by mistake; what is of a business, or of a row, is locked by its name instead.
 */
export const LOCKS = {
  planReminders: 720_240_212,
  /** By which way somebody is reminded. */
  decideWays: 720_240_213,
  remindByOtherWay: 720_240_214,
  addUpFigures: 720_240_215,
  addUpCards: 720_240_320,
  planWhatsAppReminders: 720_240_321,
  planGreetings: 720_240_322,
}
