import type { MetaDescriptor } from 'react-router'
import picture from './ui/share.jpg?url'

/** The metadata of a screen, for search engines and link previews in chats. */
export interface Head {
  /** Without the product's name, which is appended unless `whole` is set. */
  title: string
  whole?: boolean
  /** In Spanish, up to about 155 characters, as result lists show it. */
  description: string
  /** Whether search engines may list it. */
  indexed?: boolean
  /** Colour of the browser's bar. */
  themeColour?: string
  /** The screen's own share picture, in the standard size, and its description. */
  share?: { picture: string; shows: string }
  /** The schema.org data for the screen's address; by default, a WebPage. */
  structured?: (url: string) => object
}

const SHARE = { picture, shows: 'enpunto: tus clientes reservan su cita en línea' }

/** What React Router passes to every `meta`. */
interface MetaArgs {
  matches: readonly unknown[]
  location: { pathname: string }
}

/**
 * The <head> of a screen: its `meta` is `(args) => head(args, {…})`. The address omits query and fragment.
 */
export function head({ matches, location }: MetaArgs, { whole = false, indexed = true, ...screen }: Head) {
  const publicUrl = (matches[0] as { loaderData?: { publicUrl: string } } | undefined)?.loaderData?.publicUrl
  const title = whole ? screen.title : `${screen.title} - enpunto`
  const { description, themeColour = '#ffffff', share = SHARE } = screen
  // However it was typed: the routes take capitals and a last slash, too.
  const path = location.pathname.replace(/(.)\/+$/, '$1').toLowerCase()
  const url = `${publicUrl}${path}`
  const page = () => ({
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    url,
    name: title,
    description,
    inLanguage: 'es-CO',
  })
  return [
    { title },
    { name: 'description', content: description },
    ...(indexed ? [] : [{ name: 'robots', content: 'noindex' }]),
    { name: 'theme-color', content: themeColour },
    ...social({
      title,
      description,
      url,
      image: `${publicUrl}${share.picture}`,
      drawnFor: share.shows,
    }),
    { 'script:ld+json': (screen.structured ?? page)(url) },
  ]
}

/** Width and height of every share picture, in pixels. */
const PICTURE = { width: '1200', height: '630' }

/** Canonical address, Open Graph and Twitter card. Addresses are absolute. */
export function social(page: {
  title: string
  description: string
  url: string
  image?: string
  /** What the picture shows, if it was drawn for sharing. */
  drawnFor?: string
}): MetaDescriptor[] {
  return [
    { tagName: 'link', rel: 'canonical', href: page.url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'enpunto' },
    { property: 'og:locale', content: 'es_CO' },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: page.url },
    ...(page.image ? [{ property: 'og:image', content: page.image }] : []),
    ...(page.drawnFor
      ? [
          { property: 'og:image:type', content: 'image/jpeg' },
          { property: 'og:image:width', content: PICTURE.width },
          { property: 'og:image:height', content: PICTURE.height },
          { property: 'og:image:alt', content: page.drawnFor },
        ]
      : []),
    // Title, description and picture are taken from the tags above.
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
