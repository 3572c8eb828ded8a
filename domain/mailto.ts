/** The address of a link that writes to `email`, whose '?', '&' and '%' say nothing else there: 'a?bcc=b%40c.co@d.co'. */
export const mailtoOf = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`
