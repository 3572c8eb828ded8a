import { useEffect } from 'react'
import type { MetaFunction } from 'react-router'
import { wake } from './awake/wake.ts'
// Bundled as a separate script, not as a worker: the page's only script when it is opened at its address.
import script from './awake/start.ts?worker&url'
import { Benefits } from './benefits.tsx'
import { Features } from './features.tsx'
import { Final } from './final.tsx'
import { landingHead } from './head.ts'
import { Hero } from './hero.tsx'
import '../ui/tones.css'
import './landing.css'
import { Pricing } from './pricing.tsx'
import './sections.css'
import { Tour } from './tour.tsx'
import { Trades } from './trades.tsx'
import { Video } from './video.tsx'
import { Voices } from './voices.tsx'
import { Zoom } from './zoom.tsx'

export const handle = { bodyClass: 'lp', script }

export const meta: MetaFunction = (args) => landingHead(args)

export default function Landing() {
  // After navigation from another page React is already loaded; at a direct visit, start.ts does the same
  // without React.
  useEffect(() => wake(document), [])
  return (
    <>
      <Hero />
      <Trades />
      <Tour />
      <Video />
      <Benefits />
      <Features />
      <Voices />
      <Pricing />
      <Final />
      <Zoom />
    </>
  )
}
