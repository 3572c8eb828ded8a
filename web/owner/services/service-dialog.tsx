import { errorsOf, LIMITS } from '#domain/fields.ts'
import { fromPrice, money, type PriceKind } from '#domain/money.ts'
import { addonsError, byProfessionalError, variantsError } from '#domain/options.ts'
import { priceIn, priceText } from '#domain/price-input.ts'
import { counted, spanText } from '#domain/numbers.ts'
import { paletteOf, serviceErrors } from '#domain/service.ts'
import { serviceIcon } from '../../ui/service-icon.ts'
import { useSession } from '../../account/session.ts'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ImageField } from '../../ui/image/image-field.tsx'
import { imageSrc } from '../../ui/image-src.ts'
import { toast } from '../../ui/toast.tsx'
import { createService, patchService, putService, serviceStored } from '../data/services.ts'
import { useCreateOnce } from '../parts/once/create-once.ts'
import { ElsewhereNotice } from '../parts/elsewhere-notice.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { usePicture } from '../parts/use-picture.ts'
import { useRowForm } from '../parts/use-row-form.ts'
import { DurationField } from './duration-field.tsx'
import { CategoryField, PRICE_KIND_TEXT, PriceKindField, ServiceOffer } from './service-offer.tsx'
import { ServiceTimes } from './service-times.tsx'
import type { Service } from '#domain/api/service.ts'
import { bodyOf, isUnpriced, type Values, valuesOf } from './values.ts'

interface Props {
  /** The service in the latest version; missing for a new one. */
  service: Service | undefined
  position: number
  currency: string
  onClose: () => void
}

const rule = (values: Values, stored: Service | undefined) => {
  const { variants, addons, by_professional } = bodyOf(values, stored)
  return {
    ...serviceErrors({ ...values, price: priceText(values.price) }),
    ...errorsOf({
      variants: variantsError(variants),
      addons: addonsError(addons),
      by_professional: byProfessionalError(by_professional),
    }),
  }
}
const failure = 'Error al guardar el servicio'

/** Creates or changes a service, including its picture. */
export function ServiceDialog({ service: given, position, currency, onClose }: Props) {
  const { business } = useSession()
  const editing = useRowForm({ row: given, valuesOf, rule, failure, draft: 'servicio' })
  // Creating has two steps: after the first there is a row, and the second may have to be retried.
  const { form, base: service, error, isDirty, problem, setProblem } = editing
  const { image, setImage, progress, upload } = usePicture(setProblem)
  const create = useCreateOnce({ create: createService, change: putService })
  const { register, watch } = form
  // A form that was stored starts again, and submits no more, while its picture is on its way.
  const busy = progress === undefined ? editing.isSubmitting && 'Guardando...' : 'Subiendo imagen...'
  const [name, description, price, kind] = watch(['service_name', 'description', 'price', 'price_kind'])
  const amount = priceIn(price)

  const store = editing.submit(async (values) => {
    const stored = service && !isDirty && image !== null ? service : await send(values)
    const isUploaded = await upload(
      '/api/uploads/service/:id/image',
      { params: { id: stored.id }, field: 'image' },
      ({ image_url, version }) => {
        const now = { ...stored, image_url, version }
        serviceStored(now)
        editing.stored(now, valuesOf(stored))
      },
    )
    if (!isUploaded) return
    if (!editing.differsFrom(stored)) return onClose()
    setImage(undefined)
  })

  async function send(values: Values): Promise<Service> {
    const body = bodyOf(values, service)
    const removed = image === null && { image_url: null }
    const stored = service
      ? await patchService(service.id, {
          ...editing.changesIn(body),
          ...removed,
          version: service.version,
        })
      : await create({ ...body, ...removed })
    toast.success(service ? 'Servicio actualizado exitosamente' : 'Servicio creado exitosamente')
    serviceStored(stored)
    editing.stored(stored, values)
    return stored
  }

  return (
    <FormDialog
      title={given ? 'Editar servicio' : 'Nuevo servicio'}
      isDirty={isDirty || image !== undefined}
      submitText={given ? 'Guardar cambios' : 'Crear servicio'}
      busy={busy}
      problem={problem}
      onSubmit={store}
      onClose={onClose}
    >
      <ElsewhereNotice list={editing.elsewhere} textOf={textOf(currency)} onTake={editing.take} />
      <Field id="service_name" label="Nombre" error={error('service_name')}>
        {(described) => (
          <input
            {...described}
            {...register('service_name')}
            className="input"
            autoComplete="off"
            maxLength={LIMITS.name}
          />
        )}
      </Field>
      <div className="form-two">
        <DurationField form={form} />
        <Field
          id="price"
          label={`Precio (${currency})`}
          error={error('price')}
          hint={fromPrice(Math.max(0, amount ?? 0), currency, kind)}
        >
          {(described) => (
            <input
              {...described}
              {...register('price')}
              className="input num"
              inputMode="decimal"
              autoComplete="off"
              placeholder="0"
              disabled={isUnpriced(kind)}
              maxLength={20}
            />
          )}
        </Field>
      </div>
      <div className="form-two narrow-one">
        <PriceKindField form={form} />
        <CategoryField form={form} />
      </div>
      <Field
        id="description"
        label={
          <>
            Descripción <small>(opcional)</small>
          </>
        }
        error={error('description')}
        hint={
          <span className="num">
            {[...description].length} de {LIMITS.text} caracteres
          </span>
        }
      >
        {(described) => <textarea {...described} {...register('description')} className="input" rows={3} />}
      </Field>
      <div className={`t${paletteOf(position)}`}>
        <ImageField
          id="service-image"
          label="Foto del servicio"
          src={imageSrc(service?.image_url, 320)}
          value={image}
          onChange={setImage}
          progress={progress}
          isDisabled={busy !== false}
        >
          <Icon d={serviceIcon(name)} className="icon-lg" />
        </ImageField>
      </div>
      <ServiceOffer form={form} service={service} />
      <ServiceTimes form={form} />
      <label className="switch-row">
        <span>
          <b>Activo</b>
          <small>Se puede reservar en tu página</small>
        </span>
        <input {...register('is_active')} type="checkbox" role="switch" className="switch" />
      </label>
      <label className="switch-row">
        <span>
          <b>Se reserva en línea</b>
          <small>Si no, tu página lo muestra con tu teléfono y WhatsApp</small>
        </span>
        <input {...register('is_bookable_online')} type="checkbox" role="switch" className="switch" />
      </label>
      <label className="switch-row">
        <span>
          <b>Solo por enlace</b>
          <small>
            No aparece en la lista
            {service &&
              business &&
              `; su enlace: ${location.origin}/negocio/${business.slug}?servicio=${service.id}`}
          </small>
        </span>
        <input {...register('is_hidden')} type="checkbox" role="switch" className="switch" />
      </label>
    </FormDialog>
  )
}

const LABELS: Record<keyof Values, string> = {
  service_name: 'Nombre',
  description: 'Descripción',
  duration_minutes: 'Duración',
  price: 'Precio',
  slot_interval_minutes: 'Horas que se ofrecen',
  min_notice_minutes: 'Anticipación mínima',
  buffer_before: 'Preparación antes',
  buffer_after: 'Limpieza después',
  gap_from: 'Tiempo de proceso desde',
  gap_minutes: 'Tiempo de proceso',
  return_weeks: 'Vuelve en',
  is_active: 'Se puede reservar',
  price_kind: 'Tipo de precio',
  variants: 'Opciones',
  addons: 'Adicionales',
  by_professional: 'Por profesional',
  category_id: 'Categoría',
  is_hidden: 'Solo por enlace',
  is_bookable_online: 'Se reserva en línea',
}

const textOf = (currency: string) => (name: keyof Values, value: Values[keyof Values]) =>
  [LABELS[name], valueText(name, value, currency)] as [string, string]

function valueText(name: keyof Values, value: Values[keyof Values], currency: string): string {
  if (name === 'price_kind') return PRICE_KIND_TEXT[value as PriceKind]
  if (name === 'category_id') return value === '' ? 'ninguna' : 'otra'
  if (Array.isArray(value)) return value.length === 0 ? 'ninguno' : counted(value.length, 'elemento')
  if (name === 'price') return money(Number(value), currency)
  if (name === 'min_notice_minutes' || name === 'slot_interval_minutes')
    return value === '' ? 'como el negocio' : spanText(Number(value))
  if (name === 'buffer_before' || name === 'buffer_after') return `${value} min`
  if (name === 'gap_from' || name === 'gap_minutes') return value === '' ? 'ninguno' : `${value} min`
  if (name === 'return_weeks') return value === '' ? 'no se avisa' : counted(Number(value), 'semana')
  if (name === 'duration_minutes') return `${value} min`
  return typeof value === 'boolean' ? (value ? 'sí' : 'no') : value
}
