import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { alone } from './scripts/alone.ts'
import { fewerFiles } from './scripts/fewer-files.ts'

// Used on every page, or on the booking page and another: one file compresses better than many, costs one
// request, and stays cached. Only what the booking page needs at first belongs here; its script must stay
// small.
const EVERYWHERE = [
  /\/node_modules\/(react|react-dom|scheduler)\//,
  /\/web\/ui\/(icon|icons|logo|toast|avatar|own-task)\.tsx?$/,
  /\/web\/(nonce\.ts|clock\.ts|own-zone\.ts|shown-again\.ts|message\.tsx|ui\/back\/entries\.ts|public\/business\/(address\.ts|lost\.tsx)|public\/booking\/choose\/form-parts\.tsx)$/,
  /\/domain\/(choice|contact|dates|fields|money|elsewhere|schedule|slots|specialties|terms)\.ts$/,
  /\/web\/(ui\/(tokens|base|button|toast)|message)\.css$/,
  /bricolage-grotesque\.woff2/,
  /vite\/preload-helper/,
]

// All but the booking page, which does without, has the router.
const ROUTER = [/\/node_modules\/(react-router|@remix-run|cookie-es)\//, /\/web\/(entry\.client|root)\.tsx/]

// Used only in the owner's and the administrator's panels.
const CACHE = /\/(node_modules\/@tanstack\/|web\/ui\/query\.ts)/

interface Modules {
  getModuleInfo(id: string): { importers: string[]; importedIds: string[] } | null
}

/**
 * Modules that the owner's screens share with others, in small files, so that each loads only what it needs.
 */
const isShared = (id: string, modules: Modules): boolean =>
  /\/(web|domain)\//.test(id) && !CACHE.test(id) && !isOwners(id, modules)

const FRAME = '/owner/frame.tsx'
const MAIN = ['/owner/dashboard/page.tsx', '/owner/agenda/page.tsx'] as const

/**
 * The owner's frame, and what the dashboard or the agenda share with any other screen: one file, because a phone waits
 * for every round of requests. Their styles too, even what one of them has for itself.
 */
function isPanel(id: string, modules: Modules): boolean {
  const routes = ownRoutes(id, modules)
  const has = (end: string) => routes.some((route) => route.endsWith(end))
  if (isDashboard(id, modules)) return false
  return has(FRAME) || (MAIN.some(has) && (routes.length > 1 || id.endsWith('.css')))
}

const OWN_FIGURES = '/owner/dashboard/own/page.tsx'

/**
 * The dashboard, and what it shares with the screen of who has only own figures: one file, which the agenda does not
 * load. That screen itself is a route of its own, and two routes in a file would export the same names.
 */
function isDashboard(id: string, modules: Modules): boolean {
  const routes = ownRoutes(id, modules)
  const isOne = (route: string) => route.endsWith(MAIN[0]) || route.endsWith(OWN_FIGURES)
  return !id.endsWith('.css') && !id.includes(OWN_FIGURES) && routes.length > 0 && routes.every(isOne)
}

/** What only the owner's other screens share. */
const isForms = (id: string, modules: Modules): boolean => ownRoutes(id, modules).length > 1

/** The owner's routes and windows that load a file which nobody else loads; none for what forms bring with them. */
function ownRoutes(id: string, modules: Modules): string[] {
  if (!/\/(web|domain)\//.test(id) || !isOwners(id, modules)) return []
  // Forms are excluded, since the dashboard and the calendar need none at first.
  if (modules.getModuleInfo(id)?.importedIds.some((one) => one.includes('react-hook-form'))) return []
  return [...routesWith(id, modules)]
}

/** The owner's routes and lazily loaded dialogs that include a file. */
function routesWith(id: string, modules: Modules, seen = new Set<string>()): Set<string> {
  if (/\/web\/owner\/(frame|\w+\/page)\.tsx/.test(id)) return new Set([id.replace(/\?.*/, '')])
  if (seen.has(id)) return new Set()
  seen.add(id)
  const importers = modules.getModuleInfo(id)?.importers ?? []
  // A dialog that is loaded when it opens.
  if (importers.length === 0) return new Set([id.replace(/\?.*/, '')])
  return new Set(importers.flatMap((one) => [...routesWith(one, modules, seen)]))
}

/** What the owner's frame, dashboard or agenda begins with. */
const isFirst = (id: string, modules: Modules): boolean =>
  [FRAME, ...MAIN].some((place) => isUsedIn(place, id, modules))

/** What the owner's screens share with others, except the booking page. */
const isBetween = (id: string, modules: Modules): boolean =>
  /\/(web|domain)\/.*\.(tsx?|css)$/.test(id) &&
  !CACHE.test(id) &&
  !isOwners(id, modules) &&
  isUsedIn('/web/owner/', id, modules) &&
  !isUsedIn('/web/public/business/', id, modules)

/**
 * The router, the cache of answers, and of what is shared only what the owner's first screens begin with: they wait for all of
 * it. The styles are one file, in one order.
 */
const isCommon = (id: string, modules: Modules): boolean =>
  CACHE.test(id) ||
  ROUTER.some((pattern) => pattern.test(id)) ||
  (isBetween(id, modules) && (id.endsWith('.css') || isFirst(id, modules)))

/** What typing needs, at the log-in and in the owner's windows. */
const isTyped = (id: string, modules: Modules): boolean =>
  id.includes('/node_modules/react-hook-form/') ||
  (isBetween(id, modules) && isUsedIn('/web/account/', id, modules))

const isBetweenSteps = (id: string, modules: Modules): boolean =>
  isUsedIn('/web/public/booking/', id, modules) && isUsedIn('/web/owner/', id, modules)

const isOfPortalToo = (id: string, modules: Modules): boolean =>
  isUsedIn('/web/public/booking/', id, modules) &&
  isUsedIn('/web/client/', id, modules) &&
  !isUsedIn('/web/public/business/start.tsx', id, modules)

/** What the later steps of a booking share with the owner's screens or the portal: nobody who books waits for the rest of those. */
const isLater = (id: string, modules: Modules): boolean =>
  /\/(web|domain|react-hook-form)\/.*\.m?(js|tsx?)$/.test(id) &&
  (isBetweenSteps(id, modules) || isOfPortalToo(id, modules))

/**
 * Includes styles that the booking page shares with the owner's screens, and what its later steps share with the owner's first
 * screens: a separate file would cost a round trip.
 */
const isBase = (id: string, modules: Modules): boolean =>
  EVERYWHERE.some((pattern) => pattern.test(id)) ||
  (/\/web\/.*\.css$/.test(id) &&
    isUsedIn('/web/owner/', id, modules) &&
    isUsedIn('/web/public/business/', id, modules)) ||
  (/\/(web|domain)\/.*\.tsx?$/.test(id) && isFirst(id, modules) && isBetweenSteps(id, modules))

function isUsedIn(place: string, id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (id.includes(place)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return (modules.getModuleInfo(id)?.importers ?? []).some((one) => isUsedIn(place, one, modules, seen))
}

function isOwners(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (seen.has(id)) return true
  seen.add(id)
  const importers = modules.getModuleInfo(id)?.importers ?? []
  return importers.length === 0
    ? id.includes('/web/owner/')
    : importers.every((importer) => isOwners(importer, modules, seen))
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [reactRouter(), alone(), fewerFiles()],
  // Files with fixed addresses: icons, the manifest, the service worker.
  publicDir: 'web/static',
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    ...(!isSsrBuild && {
      rolldownOptions: {
        output: {
          // Nearly all functions run at once: compiled while the script arrives, they do not block the page
          // later.
          postBanner: ({ name }: { name: string }) => (name === 'base' ? '//# allFunctionsCalledOnLoad' : ''),
          chunkFileNames: ({ name }: { name: string }) => `assets/${name.split('~')[0]}-[hash].js`,
          codeSplitting: {
            groups: [
              // The styles of the booking page are one file, in one order, whichever part of it comes later.
              {
                name: 'booking',
                test: /\/web\/public\/(booking|business)\/(?!.*(month-sheet|lightbox)).*\.css$/,
                priority: 3,
              },
              {
                debugName: 'base',
                name: (id: string, modules: Modules) => (isBase(id, modules) ? 'base' : null),
                priority: 2,
              },
              {
                debugName: 'later',
                name: (id: string, modules: Modules) => (isLater(id, modules) ? 'later' : null),
                priority: 1.7,
              },
              {
                debugName: 'common',
                name: (id: string, modules: Modules) => (isCommon(id, modules) ? 'common' : null),
                priority: 1.5,
                tags: ['$initial'],
              },
              {
                debugName: 'typed',
                name: (id: string, modules: Modules) => (isTyped(id, modules) ? 'typed' : null),
                priority: 1.4,
              },
              // A group includes what its modules import, so what others share with the owner's screens is
              // separated first.
              {
                debugName: 'shared',
                name: (id: string, modules: Modules) => (isShared(id, modules) ? 'shared' : null),
                priority: 1,
                minShareCount: 2,
                entriesAware: true,
                entriesAwareMergeThreshold: 1000,
              },
              {
                debugName: 'panel',
                name: (id: string, modules: Modules) => (isPanel(id, modules) ? 'panel' : null),
                priority: 0.5,
                tags: ['$initial'],
              },
              {
                debugName: 'dashboard',
                name: (id: string, modules: Modules) => (isDashboard(id, modules) ? 'dashboard' : null),
                priority: 0.6,
              },
              {
                debugName: 'forms',
                name: (id: string, modules: Modules) => (isForms(id, modules) ? 'forms' : null),
                tags: ['$initial'],
              },
            ],
          },
        },
      },
    }),
  },
}))
