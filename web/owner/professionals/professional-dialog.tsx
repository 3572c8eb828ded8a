import { LIMITS } from '#domain/fields.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ownerApi, useSession } from '../../account/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { user } from '../../ui/icons.ts'
import { ImageField } from '../../ui/image-field.tsx'
import { imageSrc } from '../../ui/image-src.ts'
import { toast } from '../../ui/toast.tsx'
import { useCreateOnce } from '../parts/create-once.ts'
import { failureText, lostText, showRefusal } from '../parts/failures.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { usePicture } from '../parts/use-picture.ts'
import type { Service } from '../services/types.ts'
import { PhoneInput } from './phone-input.tsx'
import { SpecialtiesField } from './specialties-field.tsx'
import type { Professional } from './types.ts'
import { bodyOf, countryFor, resolver, type Values, valuesOf } from './values.ts'

interface Props {
  /** Missing: a new one. */
  professional: Professional | undefined
  services: Service[]
  onStored: (professional: Professional) => void
  onClose: () => void
}

type Answer = { professional: Professional }

/** Creates or changes a professional, the picture included. */
export function ProfessionalDialog({ professional: given, services, onStored, onClose }: Props) {
  const { business } = useSession()
  const country = countryFor(business?.phone)
  // After the first half of creating, the second half may have to be tried again.
  const [professional, setProfessional] = useState(given)
  const form = useForm<Values>({ defaultValues: valuesOf(given, country), resolver })
  const [problem, setProblem] = useState<string>()
  const { image, setImage, progress, upload } = usePicture(setProblem)
  const create = useCreateOnce<Answer>('/api/professionals', (answer) => answer.professional.id)
  const { register, formState, watch } = form
  const error = (name: keyof Values) => formState.errors[name]?.message
  const [name, bio] = watch(['professional_name', 'bio'])

  async function store(values: Values) {
    setProblem(undefined)
    try {
      const isStored = professional && !formState.isDirty && image !== null
      const stored = isStored ? professional : await send(values)
      const path = `/api/uploads/professional/${stored.id}/avatar`
      const isUploaded = await upload<{ avatar_url: string }>(path, 'avatar', ({ avatar_url }) =>
        onStored({ ...stored, avatar_url }),
      )
      if (isUploaded) onClose()
    } catch (error) {
      toast.error(failureText(error, 'Error al guardar el profesional'))
      setProblem(lostText(error))
      showRefusal(form, error)
    }
  }

  async function send(values: Values): Promise<Professional> {
    const body = { ...bodyOf(values, professional), ...(image === null && { avatar_url: null }) }
    const { professional: stored } = professional
      ? await ownerApi.put<Answer>(`/api/professionals/${professional.id}`, body)
      : await create(body)
    toast.success(professional ? 'Profesional actualizado exitosamente' : 'Profesional creado exitosamente')
    onStored(stored)
    setProfessional(stored)
    form.reset(valuesOf(stored, country))
    return stored
  }

  return (
    <FormDialog
      title={given ? 'Editar profesional' : 'Nuevo profesional'}
      isDirty={formState.isDirty || image !== undefined}
      submitText={given ? 'Guardar cambios' : 'Crear profesional'}
      busy={formState.isSubmitting && (progress === undefined ? 'Guardando...' : 'Subiendo imagen...')}
      problem={problem}
      onSubmit={form.handleSubmit(store)}
      onClose={onClose}
    >
      <Field id="professional_name" label="Nombre completo" error={error('professional_name')}>
        {(described) => (
          <input
            {...described}
            {...register('professional_name')}
            className="input"
            autoComplete="off"
            maxLength={LIMITS.name}
          />
        )}
      </Field>
      <div className="two two2">
        <PhoneInput form={form} />
        <Field
          id="email"
          label={
            <>
              Correo electrónico <small>(opcional)</small>
            </>
          }
          error={error('email')}
        >
          {(described) => (
            <input
              {...described}
              {...register('email')}
              className="input"
              type="email"
              inputMode="email"
              autoComplete="off"
              maxLength={LIMITS.email}
            />
          )}
        </Field>
      </div>
      <SpecialtiesField form={form} services={services} before={professional?.specialties ?? null} />
      <ImageField
        id="avatar"
        label="Foto del profesional"
        src={imageSrc(professional?.avatar_url, 320)}
        value={image}
        onChange={setImage}
        progress={progress}
        isRound
      >
        {name.trim() ? <Avatar name={name} size="xl" /> : <Icon d={user} className="icon-lg" />}
      </ImageField>
      <Field
        id="bio"
        label={
          <>
            Biografía <small>(opcional)</small>
          </>
        }
        error={error('bio')}
        hint={
          <span className="num">
            {[...bio].length} de {LIMITS.text} caracteres
          </span>
        }
      >
        {(described) => <textarea {...described} {...register('bio')} className="input" rows={3} />}
      </Field>
      <label className="switch-row">
        <span>
          <b>Activo</b>
          <small>Se ofrece en tu página de reservas</small>
        </span>
        <input {...register('is_active')} type="checkbox" role="switch" className="switch" />
      </label>
    </FormDialog>
  )
}
