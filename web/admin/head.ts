import bricolage from '../ui/fonts/bricolage-grotesque.woff2?url'

/** The <head> of an administrator's screen. */
export const adminMeta = () => [
  { title: 'Panel de Administrador - enpunto' },
  { name: 'robots', content: 'noindex' },
  { name: 'theme-color', content: '#032116' },
]

export const adminLinks = () => [
  { rel: 'preload', href: bricolage, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
]
