/** libphonenumber-js, with the numbers of all kinds: by its metadata for mobile numbers, no landline is valid. */
export { default as metadata } from 'libphonenumber-js/max/metadata';
export { Metadata, parseDigits, parsePhoneNumberFromString, PhoneNumber } from 'libphonenumber-js/core';
export type { CountryCode, MetadataJson } from 'libphonenumber-js/core';
