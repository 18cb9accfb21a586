import { released } from '../../.ci/changelog';

test('npm version puts what is unreleased under the new version', () => {
	expect(released('# Changelog\n\n## Unreleased\n\n- New\n\n## 0.1.0\n\nFirst\n', '0.2.0')).toBe(
		'# Changelog\n\n## Unreleased\n\n## 0.2.0\n\n- New\n\n## 0.1.0\n\nFirst\n',
	);
});

test('a version that changes nothing for anybody is refused', () => {
	for (const changelog of ['## Unreleased\n\n## 0.1.0\n\nFirst\n', '## 0.1.0\n\nFirst\n'])
		expect(() => released(changelog, '0.2.0')).toThrow('nothing under');
});
