/** Every mail, by name. The server is handed these as a value (EmailTemplates in types.ts). */
export { bookedClient } from './booked-client.tsx'
export { bookedOwner } from './booked-owner.tsx'
