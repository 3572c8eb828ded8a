import { type LinkProps, Link as RouterLink } from 'react-router'

interface Known {
  __reactRouterManifest?: { routes: object }
}

// Every screen is known when one of them was opened at its address: entry.server.tsx. After a log-in they are not.
const areKnown = () => 'owner/settings/page' in ((globalThis as Known).__reactRouterManifest?.routes ?? {})

/** A link between the owner's screens, which does not ask the server where a known one is. */
export const Link = (props: LinkProps) => <RouterLink discover={areKnown() ? 'none' : 'render'} {...props} />
