import { type ChosenOptions, leastOf, termsOf } from '#domain/terms.ts'
import type { Choice, Service } from '../../business/types.ts'

/** What the chosen service costs and takes, as far as it is chosen. The server reckons it again. */
export function termsIn(service: Service, choice: Choice) {
  const offered = { price_kind: 'from' as const, variants: [], addons: [], ...service }
  const { variants } = offered
  const isOpen = variants.length > 0 && !variants.some(({ id }) => id === choice.variant)
  const own = isOpen
    ? leastOf(variants)
    : service.by_professional?.find((own) => own.professional_id === choice.professional)
  if (isOpen) offered.variants = []
  return { ...termsOf(offered, optionsIn(choice), own), more: own?.more }
}

export type ShownTerms = ReturnType<typeof termsIn>

const optionsIn = ({ variant, addons }: Choice): ChosenOptions => ({
  variant_id: variant,
  addon_ids: addons,
})

/** The service's part of a query for free times. */
export const queryOf = ({ service, variant, addons }: Choice): string =>
  `serviceId=${service}${variant ? `&variantId=${variant}` : ''}${addons?.length ? `&addonIds=${addons}` : ''}`
