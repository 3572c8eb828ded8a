// What the server and the script of a page that comes without the router know each other's things by.

/** The element with the page's data, as JSON. */
export const DATA_ID = 'datos'

/** In the address: the page's data without its document. */
export const DATA_ONLY = 'solo-datos'
