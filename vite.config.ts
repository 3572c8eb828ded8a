import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// On every page, or on the booking page and some other: one file compresses better than many, costs one request, and
// stays in the cache. Only what the booking page needs at first belongs here; its script must stay small.
const EVERYWHERE = [
  /\/node_modules\/(react|react-dom|scheduler|react-router)\//,
  /\/web\/ui\/(icon|icons|logo|toast|field|phone-field|avatar|verification|deliver|own-task)\.tsx?$/,
  /\/web\/(nonce\.ts|public\/message\.tsx)$/,
  /\/domain\/(booking|calendar|client|dates|fields|money|phone|schedule|slots|specialties)\.ts$/,
  /vite\/preload-helper|rolldown.runtime/,
]

interface Modules {
  getModuleInfo(id: string): { importers: string[] } | null
}

/**
 * Files that only the owner's screens share are one, `panel`: each screen would ask for twenty small ones, and a phone
 * waits for every round of requests. What others use too stays in small files, as each of them needs.
 */
const named = (name: string, ofOwners: boolean) => (id: string, modules: Modules) =>
  /\/(web|domain)\//.test(id) && isOwners(id, modules) === ofOwners ? name : null

/** What an owner's screen shares with others, but not with the booking page. */
const isCommon = (id: string, modules: Modules): boolean =>
  /\/(web|domain)\/.*\.tsx?$/.test(id) &&
  !isOwners(id, modules) &&
  isUsedIn('/web/owner/', id, modules) &&
  !isUsedIn('/web/public/booking/', id, modules)

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
  plugins: [reactRouter()],
  // Files whose address must not change: icons, the manifest, the service worker.
  publicDir: 'web/static',
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    ...(!isSsrBuild && {
      rolldownOptions: {
        output: {
          // Nearly all of it runs at once: the browser compiles it while it arrives, beside the page, not in its way.
          postBanner: ({ name }: { name: string }) => (name === 'base' ? '//# allFunctionsCalledOnLoad' : ''),
          chunkFileNames: ({ name }: { name: string }) => `assets/${name.split('~')[0]}-[hash].js`,
          codeSplitting: {
            groups: [
              {
                name: 'base',
                priority: 2,
                test: (id: string) => EVERYWHERE.some((pattern) => pattern.test(id)),
              },
              {
                debugName: 'common',
                name: (id: string, modules: Modules) => (isCommon(id, modules) ? 'common' : null),
                priority: 1.5,
                tags: ['$initial'],
                minShareCount: 2,
              },
              // A group takes along what its files import: what others share with the owner goes first.
              {
                debugName: 'shared',
                name: named('shared', false),
                priority: 1,
                minShareCount: 2,
                entriesAware: true,
                entriesAwareMergeThreshold: 1500,
              },
              { debugName: 'panel', name: named('panel', true), tags: ['$initial'], minShareCount: 2 },
            ],
          },
        },
      },
    }),
  },
}))
