import type { MetaArgs } from 'react-router'
import { head } from '../head.ts'
import bricolage from '../ui/fonts/bricolage-grotesque.woff2?url'

/** The <head> of an administrator's screen. */
export const adminMeta = (args: MetaArgs, title: string) =>
  head(args, {
    title,
    description: 'Los negocios de esta instalación y sus cifras, para quien la administra.',
    indexed: false,
    themeColour: '#032116',
  })

export const adminLinks = () => [
  { rel: 'preload', href: bricolage, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
]
