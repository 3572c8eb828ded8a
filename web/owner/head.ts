/** The <head> of an owner's screen. */
export const ownerMeta = (title: string) => [
  { title: `${title} - enpunto` },
  { name: 'robots', content: 'noindex' },
  { name: 'theme-color', content: '#ffffff' },
]
