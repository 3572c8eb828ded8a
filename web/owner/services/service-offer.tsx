import { PRICE_KINDS, type PriceKind } from '#domain/money.ts'
import {
  addonsError,
  byProfessionalError,
  MOST_ADDONS,
  MOST_VARIANTS,
  variantsError,
} from '#domain/options.ts'
import { doesService } from '#domain/specialties.ts'
import type { Service } from '#domain/api/service.ts'
import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { describedBy, Field } from '../../ui/field.tsx'
import { categoriesQuery } from '../data/services.ts'
import { professionalsQuery } from '../data/professionals.ts'
import { Fold } from './fold.tsx'
import { OptionList } from './option-list.tsx'
import './service-offer.css'
import { byProfessionalOf, isUnpriced, type Values } from './values.ts'

export const PRICE_KIND_TEXT: Record<PriceKind, string> = {
  from: 'Desde',
  fixed: 'Precio fijo',
  free: 'Gratis',
  ask: 'A convenir',
}

interface Props {
  form: UseFormReturn<Values>
  service: Service | undefined
}

/** What the price says. A price that is none is cleared. */
export function PriceKindField({ form }: Pick<Props, 'form'>) {
  const kind = form.watch('price_kind')
  return (
    <Field id="price_kind" label="Tipo de precio" error={form.formState.errors.price_kind?.message}>
      {(described) => (
        <select
          {...described}
          className="input"
          value={kind}
          onChange={({ target }) => {
            const chosen = target.value as PriceKind
            form.setValue('price_kind', chosen, { shouldDirty: true })
            if (isUnpriced(chosen)) form.setValue('price', '', { shouldDirty: true, shouldValidate: true })
          }}
        >
          {PRICE_KINDS.map((one) => (
            <option key={one} value={one}>
              {PRICE_KIND_TEXT[one]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** In which category it is; nothing before there are some. */
export function CategoryField({ form }: Pick<Props, 'form'>) {
  const { data: categories = [] } = useQuery(categoriesQuery())
  const value = form.watch('category_id')
  if (categories.length === 0 && value === '') return null
  return (
    <Field id="category_id" label="Categoría" error={form.formState.errors.category_id?.message}>
      {(described) => (
        <select
          {...described}
          className="input"
          value={value}
          onChange={({ target }) => form.setValue('category_id', target.value, { shouldDirty: true })}
        >
          <option value="">Sin categoría</option>
          {categories.map(({ id, category_name }) => (
            <option key={id} value={id}>
              {category_name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Variants, add-ons, and what single professionals take: what few services need. */
export function ServiceOffer({ form, service }: Props) {
  const { errors, defaultValues } = form.formState
  const [variants, addons, kind] = form.watch(['variants', 'addons', 'price_kind'])
  const has = (list: readonly unknown[] | undefined) => (list?.length ?? 0) > 0
  const put = (name: 'variants' | 'addons') => (list: Values['variants']) =>
    form.setValue(name, list, { shouldDirty: true, shouldValidate: Boolean(errors[name]) })
  const isSet = has(defaultValues?.variants) || has(defaultValues?.addons)
  return (
    <>
      <Fold title="Opciones y adicionales" isSet={isSet} isWrong={Boolean(errors.variants ?? errors.addons)}>
        <h3 className="label">Opciones</h3>
        <p className="hint">
          Tu cliente elige una, por ejemplo 'Cabello corto' o 'Cabello largo'. Cada una tiene sus minutos y su
          precio.
        </p>
        <OptionList
          id="variants"
          rule={variantsError}
          one="Opción"
          list={variants}
          most={MOST_VARIANTS}
          error={errors.variants?.message}
          hasPrice={!isUnpriced(kind)}
          onChange={put('variants')}
        />
        <h3 className="label">Adicionales</h3>
        <p className="hint">Se suman al servicio, por ejemplo 'Hidratación'.</p>
        <OptionList
          id="addons"
          rule={addonsError}
          one="Adicional"
          list={addons}
          most={MOST_ADDONS}
          error={errors.addons?.message}
          hasPrice
          onChange={put('addons')}
        />
      </Fold>
      {variants.length === 0 && <ByProfessional {...{ form, service }} />}
    </>
  )
}

function ByProfessional({ form, service }: Props) {
  const { data: professionals = [] } = useQuery(professionalsQuery())
  const { errors, defaultValues } = form.formState
  const [list, kind] = form.watch(['by_professional', 'price_kind'])
  const wrong = errors.by_professional?.message
  const able = professionals.filter(({ specialties }) => !service || doesService(specialties, service.id))
  const isNamed = ({ id }: { id: number }) => list.some(({ professional_id }) => professional_id === id)
  // Whoever has something of their own is shown, to be taken out, also where they do it no more.
  const shown = professionals.filter((one) => able.includes(one) || isNamed(one))
  if (able.length < 2 && !shown.some(isNamed)) return null

  function put(professional_id: number, part: { minutes?: string; price?: string }) {
    const before = list.find((one) => one.professional_id === professional_id)
    const after = { minutes: '', price: '', ...before, professional_id, ...part }
    const rest = list.filter((one) => one.professional_id !== professional_id)
    const next = after.minutes === '' && after.price === '' ? rest : [...rest, after]
    form.setValue(
      'by_professional',
      next.toSorted((a, b) => a.professional_id - b.professional_id),
      { shouldDirty: true, shouldValidate: Boolean(errors.by_professional) },
    )
  }

  return (
    <Fold
      title="Precio y minutos por profesional"
      isSet={(defaultValues?.by_professional?.length ?? 0) > 0}
      isWrong={Boolean(errors.by_professional)}
    >
      <p className="hint">En blanco: los del servicio.</p>
      {shown.map(({ id, professional_name: name }) => {
        const own = list.find(({ professional_id }) => professional_id === id)
        const tied =
          own && byProfessionalError(byProfessionalOf([own])) && describedBy('by_professional', wrong)
        const input = (field: 'minutes' | 'price', label: string) => (
          <input
            className="input num"
            {...tied}
            aria-label={`${label} de ${name}`}
            placeholder={label}
            inputMode="decimal"
            autoComplete="off"
            maxLength={14}
            value={own?.[field] ?? ''}
            onChange={({ target }) => put(id, { [field]: target.value })}
          />
        )
        return (
          <div key={id} className="option-row">
            <span className="trunc">{name}</span>
            {input('minutes', 'Minutos')}
            {!isUnpriced(kind) && input('price', 'Precio')}
          </div>
        )
      })}
      {wrong && (
        <p className="option-error" id="by_professional-error" role="alert">
          {wrong}
        </p>
      )}
    </Fold>
  )
}
