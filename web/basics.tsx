import figtree from './ui/fonts/figtree.woff2?url'
import favicon from './ui/favicon.svg?url'

/** What every document's <head> begins with. @param hasFace whether it needs its typeface at once */
export const Basics = ({ hasFace = true }: { hasFace?: boolean }) => (
  <>
    <meta charSet="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    {hasFace && <link rel="preload" href={figtree} as="font" type="font/woff2" crossOrigin="anonymous" />}
    <link rel="icon" href={favicon} type="image/svg+xml" />
  </>
)
