import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as account from './account.ts'

const good = {
  business_name: 'Salón',
  business_type: 'Otro',
  address: 'Cra. 7',
  email: 'a@b.co',
  phone: '+573001234567',
  password: 'secreta',
  confirmPassword: 'secreta',
  terms: true,
  is_virtual: false,
  latitude: 4.7,
  longitude: -74,
}

test('signing in', () => {
  assert.deepEqual(account.loginErrors({ email: 'a@b.co', password: '123456' }), {})
  assert.deepEqual(account.loginErrors({}), {
    email: 'Email es requerido',
    password: 'Contraseña es requerida',
  })
  assert.deepEqual(account.loginErrors({ email: 'a', password: '12345' }), {
    email: 'Email inválido',
    password: 'La contraseña debe tener al menos 6 caracteres',
  })
  assert.deepEqual(account.adminLoginErrors({ email: 'a@b.co', password: 'x' }), {})
  assert.deepEqual(account.adminLoginErrors({ email: 'a@b.co' }), { password: 'Contraseña es requerida' })
  assert.deepEqual(account.forgotErrors({ email: '' }), { email: 'Email es requerido' })
})

test('registering', () => {
  assert.deepEqual(account.registrationErrors(good), {})
  assert.deepEqual(account.registrationErrors({}), {
    business_name: 'Nombre del negocio es requerido',
    business_type: 'Tipo de negocio es requerido',
    address: 'Por favor ingresa la dirección de tu negocio',
    email: 'Email es requerido',
    phone: 'Teléfono es requerido',
    password: 'Contraseña es requerida',
    confirmPassword: 'Confirmar contraseña es requerido',
    terms: 'Debes aceptar los términos y condiciones',
  })
  const errors = (change: object, options?: object) =>
    account.registrationErrors({ ...good, ...change }, options)
  assert.deepEqual(errors({ confirmPassword: 'otra' }), {
    confirmPassword: 'Las contraseñas deben coincidir',
  })
  assert.deepEqual(errors({ terms: 'true' }), { terms: 'Debes aceptar los términos y condiciones' })
  assert.deepEqual(errors({ address: null, latitude: null, longitude: null, is_virtual: true }), {})
  assert.deepEqual(errors({ is_virtual: 'true', address: null }), {
    address: 'Por favor ingresa la dirección de tu negocio',
  })
  assert.deepEqual(errors({ latitude: null }), {})
  assert.deepEqual(errors({ latitude: null }, { mustConfirmAddress: true }), {
    address: 'Por favor busca y confirma la dirección de tu negocio',
  })
  assert.deepEqual(errors({ latitude: 100 }), { latitude: 'Coordenada inválida' })
  assert.deepEqual(errors({ phone: '+57123' }), { phone: 'Formato inválido. Ejemplo: +57 3001234567' })
})

test('changing a password', () => {
  assert.equal(account.passwordError('      '), undefined)
  assert.equal(account.passwordError('a'.repeat(201)), 'La contraseña no puede exceder 200 caracteres')
  assert.deepEqual(account.resetErrors({ password: '123456', confirmPassword: '1234567' }), {
    confirmPassword: 'Las contraseñas deben coincidir',
  })
  assert.deepEqual(account.changePasswordErrors({ currentPassword: 'x', newPassword: '123456' }), {})
  assert.deepEqual(account.changePasswordErrors({ newPassword: '123', confirmPassword: '124' }), {
    currentPassword: 'Contraseña actual es requerida',
    newPassword: 'La contraseña debe tener al menos 6 caracteres',
    confirmPassword: 'Las contraseñas no coinciden',
  })
})
