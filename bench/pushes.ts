let reportCount = 0;

/** The body of a push (interface: SentSMSReport); no report comes twice, so that none counts as a repeat. */
export function pushOf(reports: number, now = Date.now()): string {
	const results = Array.from({ length: reports }, () => {
		reportCount++;
		return {
			bulkId: `2034072${String(Math.floor(reportCount / 100)).padStart(12, '0')}`,
			messageId: `report-${process.pid}-${reportCount}`,
			to: `4366${30_000_000 + reportCount}`,
			from: 'DemoShop',
			sentAt: dateTimeOf(now - 5000),
			doneAt: dateTimeOf(now - 1000),
			smsCount: 1,
			mccMnc: '23203',
			callbackData: `order ${reportCount}`,
			price: { pricePerMessage: 0.0683, currency: 'EUR' },
			status: {
				groupId: 3,
				groupName: 'DELIVERED',
				id: 5,
				name: 'DELIVERED_TO_HANDSET',
				description: 'Message delivered to handset',
			},
			error: { groupId: 0, groupName: 'Ok', id: 0, name: 'NO_ERROR', description: 'No Error', permanent: false },
		};
	});
	return JSON.stringify({ results });
}

function dateTimeOf(instant: number): string {
	return new Date(instant).toISOString().replace('Z', '+0000');
}
