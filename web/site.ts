import { useRouteLoaderData } from 'react-router'
import type { Site } from './context.ts'

/** What the pages inside the public frame know of the installation. */
export const usePublicSite = () => useRouteLoaderData('public') as Pick<Site, 'verification' | 'tiles'>
