/** The two parts of a mccMnc of 5 or 6 digits: the country's code has always three. Undefined for what is no such code. */
export function networkCodes(mccMnc: string): { mcc: string; mnc: string } | undefined {
	return /^\d{5,6}$/.test(mccMnc) ? { mcc: mccMnc.slice(0, 3), mnc: mccMnc.slice(3) } : undefined;
}
