import { SegmentedMessage } from 'sms-segments-calculator';
export interface Language { languageCode?: string | null; singleShift?: boolean | null; lockingShift?: boolean | null }
export function textSegments(text: string, _language?: Language): number { return new SegmentedMessage(text).segmentsCount || 1; }
export function binarySegments(hex: string, _dc: number, _esm: number): number | undefined { return Math.ceil(hex.replace(/\s/g, '').length / 2 / 140); }
