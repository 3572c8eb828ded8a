import { LIMITS } from '#domain/fields.ts'
import { fromPrice } from '#domain/money.ts'
import { priceIn, priceText } from '#domain/price-input.ts'
import { paletteOf, serviceErrors } from '#domain/service.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ownerApi } from '../../account/session.ts'
import { serviceIcon } from '../../public/booking/service-icon.ts'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ImageField } from '../../ui/image-field.tsx'
import { imageSrc } from '../../ui/image-src.ts'
import { resolverOf } from '../../ui/resolver.ts'
import { toast } from '../../ui/toast.tsx'
import { useCreateOnce } from '../parts/create-once.ts'
import { failureText, lostText, showRefusal } from '../parts/failures.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { usePicture } from '../parts/use-picture.ts'
import { DurationField } from './duration-field.tsx'
import type { Service } from './types.ts'
import { bodyOf, type Values, valuesOf } from './values.ts'

interface Props {
  /** Missing: a new one. */
  service: Service | undefined
  position: number
  currency: string
  onStored: (service: Service) => void
  onClose: () => void
}

const resolver = resolverOf<Values>((values) => serviceErrors({ ...values, price: priceText(values.price) }))

/** Creates or changes a service, its picture included. */
export function ServiceDialog({ service: given, position, currency, onStored, onClose }: Props) {
  // After the first half of creating, the second half may have to be tried again.
  const [service, setService] = useState(given)
  const form = useForm<Values>({ defaultValues: valuesOf(given), resolver })
  const [problem, setProblem] = useState<string>()
  const { image, setImage, progress, upload } = usePicture(setProblem)
  const create = useCreateOnce<{ service: Service }>('/api/services', (answer) => answer.service.id)
  const { register, formState, watch } = form
  const error = (name: keyof Values) => formState.errors[name]?.message
  const [name, description, price] = watch(['service_name', 'description', 'price'])
  const amount = priceIn(price)

  async function store(values: Values) {
    setProblem(undefined)
    try {
      const stored = service && !formState.isDirty && image !== null ? service : await send(values)
      const path = `/api/uploads/service/${stored.id}/image`
      const isUploaded = await upload<{ image_url: string }>(path, 'image', ({ image_url }) =>
        onStored({ ...stored, image_url }),
      )
      if (isUploaded) onClose()
    } catch (error) {
      toast.error(failureText(error, 'Error al guardar el servicio'))
      setProblem(lostText(error))
      showRefusal(form, error)
    }
  }

  async function send(values: Values): Promise<Service> {
    const body = { ...bodyOf(values), ...(image === null && { image_url: null }) }
    const answer = service
      ? await ownerApi.put<{ service: Service }>(`/api/services/${service.id}`, body)
      : await create(body)
    toast.success(service ? 'Servicio actualizado exitosamente' : 'Servicio creado exitosamente')
    onStored(answer.service)
    setService(answer.service)
    form.reset(valuesOf(answer.service))
    return answer.service
  }

  return (
    <FormDialog
      title={given ? 'Editar servicio' : 'Nuevo servicio'}
      isDirty={formState.isDirty || image !== undefined}
      submitText={given ? 'Guardar cambios' : 'Crear servicio'}
      busy={formState.isSubmitting && (progress === undefined ? 'Guardando...' : 'Subiendo imagen...')}
      problem={problem}
      onSubmit={form.handleSubmit(store)}
      onClose={onClose}
    >
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
          hint={fromPrice(Math.max(0, amount ?? 0), currency)}
        >
          {(described) => (
            <input
              {...described}
              {...register('price')}
              className="input num"
              inputMode="decimal"
              autoComplete="off"
              placeholder="0"
              maxLength={20}
            />
          )}
        </Field>
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
        >
          <Icon d={serviceIcon(name)} className="icon-lg" />
        </ImageField>
      </div>
      <label className="switch-row">
        <span>
          <b>Activo</b>
          <small>Se puede reservar en tu página</small>
        </span>
        <input {...register('is_active')} type="checkbox" role="switch" className="switch" />
      </label>
    </FormDialog>
  )
}
